import { addProject, openWorkspace, type Server, useClaude, type Workspace } from '@cw/app/e2e';
import { type ScriptedModel, startScriptedModel, type TempRepo, tempRepo } from '@cw/testkit';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { type TestBrowser, testBrowser } from './browser.ts';

/** What is there while tests run: a workspace of their own, served, with a repository and a browser beside it. */
export type Scene = {
  readonly cw: Workspace;
  readonly repo: TempRepo;
  /** A test that stops it puts the one that follows here. */
  server: Server;
  readonly browser: TestBrowser;
};

type SceneOptions = {
  /** What is in the workspace before it is served. */
  readonly fill?: (scene: Pick<Scene, 'cw' | 'repo'>) => Promise<unknown>;
  /** What the repository holds. */
  readonly files?: Readonly<Record<string, string>>;
  /** A new workspace for each test. @defaultValue false */
  readonly each?: boolean;
};

/** Sets the scene for the tests of the file or of the `describe` around, and clears it away after them. */
export function browserScene({ fill, files = { 'a.txt': 'a\n' }, each = false }: SceneOptions = {}): Scene {
  let cw: Workspace;
  let repo: TempRepo;
  let server: Server;
  const [before, after] = each ? [beforeEach, afterEach] : [beforeAll, afterAll];
  before(async () => {
    [cw, repo] = await Promise.all([openWorkspace(), tempRepo({ files })]);
    await fill?.({ cw, repo });
    server = await cw.serve();
  });
  after(async () => {
    await server.stop();
    await repo.remove();
    await cw[Symbol.asyncDispose]();
  });
  // After the hooks above: its own closes the pages first, while their server is still there.
  const browser = testBrowser();
  return {
    get cw() {
      return cw;
    },
    get repo() {
      return repo;
    },
    get server() {
      return server;
    },
    set server(next) {
      server = next;
    },
    browser,
  };
}

export type ClaudeScene = {
  readonly scene: Scene;
  readonly model: Pick<ScriptedModel, 'when'>;
  readonly projectId: () => string;
};

type ClaudeOptions = Pick<SceneOptions, 'files'> & {
  /** Of the project `sample`. @defaultValue true */
  readonly check?: string;
  /** What its agents may do unasked. @defaultValue what the program says */
  readonly permissions?: 'accept-edits';
};

/** A scene with a project whose agents are the real Claude Code, speaking to a model that the tests script. */
export function claudeScene({ check = 'true', permissions, ...options }: ClaudeOptions = {}): ClaudeScene {
  let model: ScriptedModel;
  let projectId: string;
  // Before the scene's own hooks, which are undone first: the model answers until the server has stopped.
  afterAll(() => model.close());
  const scene = browserScene({
    ...options,
    fill: async ({ cw, repo }) => {
      model = await startScriptedModel();
      await useClaude(cw, model);
      projectId = (await addProject(cw, repo, '--check', check)).id;
      if (permissions) await cw.set('agents.permissions', permissions, { project: 'sample' });
    },
  });
  return { scene, model: { when: (...args) => model.when(...args) }, projectId: () => projectId };
}
