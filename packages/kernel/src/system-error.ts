/** The system's code of a thrown value, such as `ENOENT`, or undefined for anything else. */
export function systemCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return undefined;
  return /^E[A-Z0-9]+$/.test(error.code) ? error.code : undefined;
}

/** Why the system refuses to open or write a file, to end a sentence; undefined where its code says as much as we know. */
export function systemReason(code: string): string | undefined {
  return reasons[code];
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'its folder does not exist',
  ENOTDIR: 'part of its path is a file',
  EEXIST: 'a link in its path is broken',
  ENAMETOOLONG: 'its path is too long',
  ELOOP: 'links in its path form a loop',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'its file system is read-only',
  EISDIR: 'it is a folder',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EFBIG: 'it exceeds the file size limit',
  EIO: 'the disk reports an error',
  EPIPE: 'the reader has closed it',
};
