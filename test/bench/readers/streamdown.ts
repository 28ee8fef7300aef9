// Streamdown as its documentation uses it: a React component that is rendered with the whole text so far.
import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { Streamdown } from 'streamdown';
import { connect } from './connect.ts';

connect((node) => {
  const root = createRoot(node);
  let whole = '';
  return {
    write(text) {
      whole += text;
      root.render(createElement(Streamdown, { isAnimating: true, controls: false }, whole));
    },
    end: () => root.render(createElement(Streamdown, { mode: 'static', controls: false }, whole)),
  };
});
