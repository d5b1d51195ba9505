import { readdirSync } from 'node:fs';

/** Names in a folder; none where it is missing, or may not be listed. */
export function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (error instanceof Error && 'code' in error) return [];
    throw error;
  }
}
