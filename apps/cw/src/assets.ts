import { resolve } from 'node:path';
import { isSea } from 'node:sea';
import type { MigrationSource } from '@cw/storage';
import { executableAssets } from './assets/executable-assets.ts';
import { folderAssets, sourceAssets } from './assets/folder-assets.ts';

/** What the program brings along besides its code. */
export type Assets = {
  /** The database migrations this program was built with. */
  migrations(): MigrationSource;
  /**
   * One file of the built dashboard.
   * @param path below the dashboard's root, with forward slashes: `index.html`, `assets/app-1f3c.js`.
   * @returns its bytes, or undefined where there is none, whatever the path tries.
   */
  webFile(path: string): Promise<Buffer | undefined>;
  /** The compiled SQLite addon, or undefined where the package finds its own. */
  addonPath(): string | undefined;
  /** How this program is started again, for agents and their MCP endpoint. Arguments of its own follow. */
  selfCommand(): { readonly command: string; readonly args: readonly string[] };
};

declare const CW_ADDON_HASH: string | undefined;

export const { migrations, webFile, addonPath, selfCommand }: Assets = thisBuild();

function thisBuild(): Assets {
  if (typeof CW_ADDON_HASH !== 'string') return sourceAssets(resolve(import.meta.dirname, '../../..'));
  return isSea() ? executableAssets(CW_ADDON_HASH) : folderAssets(__dirname);
}
