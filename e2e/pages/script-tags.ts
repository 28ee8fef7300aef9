import { labPage } from './page.ts';

export default [
  labPage({
    name: 'a copy of the script on the site’s own server',
    scripts: { '/js/chat.js': 'foyer:widget.js' },
    tag: '<script src="/js/chat.js" data-relay="{{RELAY}}" data-positon="top" defer></script>',
  }),
  labPage({
    name: 'the text of the script in the page',
    tag: '<script data-relay="{{RELAY}}">{{foyer:widget.js}}</script>',
  }),
];
