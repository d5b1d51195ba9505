export type ClientScope = 'user' | 'project';

/** Where configurations lie: the user's own, and those of the repository one stands in. */
export type ClientPlaces = {
  readonly userHome: string;
  readonly projectRoot: string;
  readonly env: Readonly<Record<string, string | undefined>>;
};

/** How a server of tools is started. */
export type ServerStart = { readonly command: string; readonly args: readonly string[] };

/** What runs a command at the start of each session of an agent program, and in which configuration it stands. */
export type SessionHook = {
  readonly file: (scope: ClientScope, places: ClientPlaces) => string;
  /** Where in that file, which is JSON, the list of such hooks is. */
  readonly path: readonly string[];
};

/** A person's own agent program, as far as the configuration goes by which it finds the tools of cw. */
export type Client = {
  readonly title: string;
  readonly format: 'json' | 'toml';
  readonly file: (scope: ClientScope, places: ClientPlaces) => string;
  /** Where in the file its servers are told, by name; what is there already decides between older and newer forms. */
  readonly path: (config: unknown, server: string) => readonly string[];
  readonly entry: (start: ServerStart) => Readonly<Record<string, unknown>>;
  /** Absent: it has none that can be set in a file. */
  readonly hook?: SessionHook;
  /** What there is to do afterwards. */
  readonly next: string;
};
