import { createInertApi, isSupported } from './floor.ts';
import { installFrame } from './frame-page.ts';
import { explainIssues, importPanel } from './import-panel.ts';

const script = document.currentScript as HTMLScriptElement;

if (isSupported())
  installFrame(
    script,
    (attempt) => importPanel(script, attempt),
    (issues) => explainIssues(script, issues),
  );
else createInertApi();
