declare const CW_VERSION: string | undefined;

/** The version of the program; the build puts it in, a run from source is `0.0.0-dev`. */
export const version: string = typeof CW_VERSION === 'string' ? CW_VERSION : '0.0.0-dev';
