import { getRawAsset } from 'node:sea';

/** The bytes of a file inside the single executable, or undefined where there is none of that name. */
export function embedded(name: string): Buffer | undefined {
  try {
    const raw = getRawAsset(name);
    return typeof raw === 'string' ? Buffer.from(raw) : Buffer.from(raw);
  } catch (error) {
    const missing =
      error instanceof Error && 'code' in error && error.code === 'ERR_SINGLE_EXECUTABLE_APPLICATION_ASSET_NOT_FOUND';
    if (missing) return undefined;
    throw error;
  }
}
