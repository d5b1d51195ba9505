import { openWorkspace, type Server, type Workspace } from '@cw/app/e2e';
import { type TempRepo, tempRepo } from '@cw/testkit';
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
