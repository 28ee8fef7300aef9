___TERMS_OF_SERVICE___

By creating or modifying this file you agree to Google Tag Manager's Community
Template Gallery Developer Terms of Service available at
https://developers.google.com/tag-manager/gallery-tos (or such other URL as
Google may provide), as modified from time to time.


___INFO___

{
  "type": "TAG",
  "id": "cvt_temp_public_id",
  "version": 1,
  "securityGroups": [],
  "displayName": "Foyer chat",
  "categories": ["CHAT"],
  "brand": {
    "id": "brand_dummy",
    "displayName": "Foyer"
  },
  "description": "Adds the chat to a page. Its look comes from the branding file of the relay.",
  "containerContexts": ["WEB"]
}


___TEMPLATE_PARAMETERS___

[
  {
    "type": "TEXT",
    "name": "relay",
    "displayName": "Address of the relay",
    "simpleValueType": true,
    "valueHint": "https://chat.example.com",
    "help": "The relay has to allow the origins of the pages (FOYER_ALLOWED_ORIGINS).",
    "valueValidators": [
      {
        "type": "REGEX",
        "args": ["https://[^/?#\\s]+"],
        "errorMessage": "An https address without a path, such as https://chat.example.com"
      }
    ]
  },
  {
    "type": "CHECKBOX",
    "name": "open",
    "checkboxText": "Open the chat at once",
    "simpleValueType": true
  },
  {
    "type": "CHECKBOX",
    "name": "events",
    "checkboxText": "Push the names of events to dataLayer",
    "simpleValueType": true,
    "help": "foyer_open, foyer_close, foyer_message_sent, foyer_message_received, foyer_link, foyer_handoff, foyer_feedback. Names only, never a text."
  },
  {
    "type": "SIMPLE_TABLE",
    "name": "context",
    "displayName": "Fields that are sent with each message, for correlation",
    "simpleTableColumns": [
      {
        "defaultValue": "",
        "displayName": "Name",
        "name": "name",
        "type": "TEXT",
        "isUnique": true,
        "valueValidators": [{ "type": "REGEX", "args": ["[\\w.-]{1,64}"] }]
      },
      { "defaultValue": "", "displayName": "Value", "name": "value", "type": "TEXT" }
    ]
  }
]


___SANDBOXED_JS_FOR_WEB_TEMPLATE___

const createQueue = require('createQueue');
const injectScript = require('injectScript');
const makeTableMap = require('makeTableMap');

const call = createQueue('Foyer');
if (data.context && data.context.length) call(['setContext', makeTableMap(data.context, 'name', 'value')]);
if (data.events) {
  const push = createQueue('dataLayer');
  const tell = (name) => {
    push({ event: 'foyer_' + name });
  };
  let seeksPerson = false;
  ['open', 'close', 'link', 'feedback'].forEach((name) => call(['on', name, () => tell(name)]));
  call(['on', 'message', (message) => tell(message.author === 'user' ? 'message_sent' : 'message_received')]);
  call([
    'on',
    'handoff',
    (handoff) => {
      if (handoff.status !== 'none' && !seeksPerson) tell('handoff');
      seeksPerson = handoff.status !== 'none';
    },
  ]);
}
if (data.open) call(['open']);
injectScript(data.relay + '/widget.js', data.gtmOnSuccess, data.gtmOnFailure, 'foyer');


___WEB_PERMISSIONS___

[
  {
    "instance": {
      "key": { "publicId": "access_globals", "versionId": "1" },
      "param": [
        {
          "key": "keys",
          "value": {
            "type": 2,
            "listItem": [
              {
                "type": 3,
                "mapKey": [
                  { "type": 1, "string": "key" },
                  { "type": 1, "string": "read" },
                  { "type": 1, "string": "write" },
                  { "type": 1, "string": "execute" }
                ],
                "mapValue": [
                  { "type": 1, "string": "Foyer" },
                  { "type": 8, "boolean": true },
                  { "type": 8, "boolean": true },
                  { "type": 8, "boolean": false }
                ]
              },
              {
                "type": 3,
                "mapKey": [
                  { "type": 1, "string": "key" },
                  { "type": 1, "string": "read" },
                  { "type": 1, "string": "write" },
                  { "type": 1, "string": "execute" }
                ],
                "mapValue": [
                  { "type": 1, "string": "dataLayer" },
                  { "type": 8, "boolean": true },
                  { "type": 8, "boolean": true },
                  { "type": 8, "boolean": false }
                ]
              }
            ]
          }
        }
      ]
    },
    "clientAnnotations": { "isEditedByUser": true },
    "isRequired": true
  },
  {
    "instance": {
      "key": { "publicId": "inject_script", "versionId": "1" },
      "param": [
        {
          "key": "urls",
          "value": { "type": 2, "listItem": [{ "type": 1, "string": "https://*/widget.js" }] }
        }
      ]
    },
    "clientAnnotations": { "isEditedByUser": true },
    "isRequired": true
  }
]


___NOTES___

Made for the widget of foyer-relay. Pages with a Content Security Policy: https://github.com/foyer-chat/foyer/blob/main/docs/operations.md
