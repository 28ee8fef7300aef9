// The reference: streaming-markdown directly into DOM nodes.
import * as smd from 'streaming-markdown';
import { connect } from './connect.ts';

connect((node) => {
  const parser = smd.parser(smd.default_renderer(node));
  return {
    write: (text) => smd.parser_write(parser, text),
    end: () => smd.parser_end(parser),
  };
});
