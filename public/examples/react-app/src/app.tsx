import { type FoyerApi, FoyerChat } from 'foyer-chat/react';
import { useRef, useState } from 'react';
import { Lamp } from './lamp';
import { type Choice, FEET, SHADES } from './parts';

interface PickerProps {
  title: string;
  choices: readonly Choice[];
  chosen: Choice;
  onChoose(choice: Choice): void;
}

function Picker({ title, choices, chosen, onChoose }: PickerProps) {
  return (
    <fieldset className="picker">
      <legend>{title}</legend>
      {choices.map((choice) => (
        <label key={choice.name}>
          <input type="radio" name={title} checked={choice === chosen} onChange={() => onChoose(choice)} />
          <svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
            <circle cx="10" cy="10" r="9" fill={choice.colour} />
          </svg>
          {choice.name}
        </label>
      ))}
    </fieldset>
  );
}

const LANGUAGES = { en: 'English', fr: 'Français', de: 'Deutsch' };

export function App({ relay }: { relay: string }) {
  const chat = useRef<FoyerApi>(null);
  const [foot, setFoot] = useState(FEET[0] as Choice);
  const [shade, setShade] = useState(SHADES[0] as Choice);
  const [locale, setLocale] = useState('en');
  const [isShown, setShown] = useState(true);
  const [status, setStatus] = useState('idle');
  const lamp = `a lamp in ${foot.name.toLowerCase()} and ${shade.name.toLowerCase()}`;

  return (
    <>
      <header className="bar">
        <a className="brand" href="/examples/">
          Lumen &amp; Oak
        </a>
        <label className="language">
          <span className="small soft">Language of the chat</span>
          <select value={locale} onChange={(event) => setLocale(event.target.value)}>
            {Object.entries(LANGUAGES).map(([tag, name]) => (
              <option key={tag} value={tag}>
                {name}
              </option>
            ))}
          </select>
        </label>
      </header>
      <main className={isShown ? 'with-chat' : undefined}>
        <section className="bench" aria-labelledby="title">
          <p className="eyebrow">Made to order</p>
          <h1 id="title">Your lamp</h1>
          <Lamp foot={foot.colour} shade={shade.colour} />
          <Picker title="Foot" choices={FEET} chosen={foot} onChoose={setFoot} />
          <Picker title="Shade" choices={SHADES} chosen={shade} onChoose={setShade} />
          <p className="price">€{foot.price + shade.price}</p>
          <p className="buttons">
            <button
              type="button"
              className="primary"
              disabled={!isShown}
              onClick={() => chat.current?.send(`How long is the delivery of ${lamp}?`)}
            >
              Ask about this lamp
            </button>
            <button type="button" onClick={() => setShown(!isShown)}>
              {isShown ? 'Put the chat away' : 'Talk it through'}
            </button>
          </p>
          <p className="small soft">The chat is {isShown ? status : 'away'}.</p>
        </section>
        {isShown && (
          <aside className="chat" aria-label="Conversation">
            <FoyerChat
              inline
              relay={relay}
              locale={locale}
              apiRef={chat}
              onConnection={(detail) => setStatus(detail.status)}
            />
          </aside>
        )}
      </main>
    </>
  );
}
