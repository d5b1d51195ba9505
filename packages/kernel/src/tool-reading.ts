/** What a tool of an agent program does, whatever that program calls it. */
export const toolKinds = ['shell', 'edit', 'write', 'read', 'search', 'fetch', 'task', 'other'] as const;
export type ToolKind = (typeof toolKinds)[number];

/** What is taken out of a file and put in its place. */
export type TextChange = {
  /** Null where the call does not tell it. */
  readonly before: string | null;
  readonly after: string;
};

/** One question of an agent. */
export type AskedQuestion = {
  readonly question: string;
  readonly options: readonly { readonly label: string; readonly description?: string | undefined }[];
  /** Whether several options may be chosen. */
  readonly several: boolean;
};

/** A tool call as its program's folder reads it, in words that hold for every program. */
export type ToolReading = {
  readonly kind: ToolKind;
  /** The one argument worth a line: a command, a path, a pattern. */
  readonly line: string;
  /** The file or folder that it names, as it names it. */
  readonly path: string | null;
  /** The command, path or address that rules are about; null where only the whole input tells it. */
  readonly subject: string | null;
  /** What its agent says it is for. */
  readonly purpose: string;
  /** What it does to the file that it names. */
  readonly changes: readonly TextChange[];
  /** What else of its input changes what it does. */
  readonly beside: Readonly<Record<string, unknown>>;
  /** What each line of its result is one of; null where the result is no list. */
  readonly counts: 'lines' | 'hits' | 'files' | null;
  /** What it asks a person, which is answered and not allowed; null where it asks nothing. */
  readonly asks: readonly AskedQuestion[] | null;
};

/** Reads a call of one program. */
export type ReadTool = (tool: string, input: unknown) => ToolReading;
