import { Component, type ComponentChildren } from 'preact';
import { type Scope, ScopeContext } from '../scope/scope.ts';

/**
 * Leaves a part of the panel out when drawing it throws, and reports it: the chat shows that it has failed, and the other parts
 * stay usable (M-12.21). The part is drawn again when the chat is retried.
 */
export class Boundary extends Component<{ readonly children: ComponentChildren }> {
  static override contextType = ScopeContext;
  declare context: Scope;
  isBroken = false;
  wasFailed = false;

  override componentDidCatch(error: unknown): void {
    this.isBroken = true;
    this.context.chat.fail(error);
    this.setState({});
  }

  override render(): ComponentChildren {
    const isFailed = this.context.chat.connection.value === 'failed';
    if (this.wasFailed && !isFailed) this.isBroken = false;
    this.wasFailed = isFailed;
    return this.isBroken ? null : this.props.children;
  }
}
