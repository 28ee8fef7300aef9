import { Component, type ComponentChildren } from 'preact';
import { type WidgetContext, widgetContext } from '../context/widget-context.ts';

/**
 * Error boundary of a part of the panel. Removes the part when rendering it throws, and reports the error: the chat shows that it has
 * failed, and the other parts stay usable (M-12.21). A retry of the chat renders the part again.
 */
export class Boundary extends Component<{ readonly children: ComponentChildren }> {
  static override contextType = widgetContext;
  declare context: WidgetContext;
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
