import { Avatar } from './avatar.tsx';
import { bareName } from './bare-name.ts';
import { nameOf } from './people.ts';
import { useScope } from './scope.ts';
import { fill } from './strings.ts';

/** Tells that an answer is being written. The region stays, so that assistive technology hears its change. */
export function Typing() {
  const scope = useScope();
  const typist = scope.chat.typing.value;
  return (
    <div role="status" class="typing">
      {typist && (
        <div class="line">
          <Avatar name={typist.name} isPerson={typist.author === 'live-agent'} />
          <div class="bubble dots" aria-hidden="true">
            <i />
            <i />
            <i />
          </div>
          <span class="hint">
            {fill(scope.strings.value.typing, {
              name: bareName(nameOf({ author: typist.author, person: { name: typist.name } }, scope)),
            })}
          </span>
        </div>
      )}
    </div>
  );
}
