/** Name of the file that lies where a database is hidden from a sandbox: none is to be made in its place. */
export const sandboxMark = 'SANDBOX';

/** A folder that every sandbox has, with that file in it. */
export const sandboxFolder = '/tmp/.cw';
