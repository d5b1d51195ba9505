// The shapes in which modules describe their doors: a CLI command, a refusal, lines of text. Procedures are in
// `./trpc`, tools in `./mcp`. It refuses to know commander, fastify or any module; only apps/cw joins those.
export {
  adviceForTools,
  adviceInTerminal,
  adviceOnScreen,
  commandLine,
  sentenceWithAdvice,
  toldToPrograms,
  toldToScreen,
} from './advice.ts';
export type {
  CliAnswer,
  CliArgument,
  CliAside,
  CliCommand,
  CliContext,
  CliInput,
  CliOption,
  CliOutput,
  CliRefusal,
  CliRun,
  EditedText,
  FolderProject,
  Holder,
  InputFile,
  NotStarted,
  Style,
  Workspace,
} from './cli-command.ts';
export { money } from './money.ts';
export { moreNote } from './more-note.ts';
export { ordinal } from './ordinal.ts';
export { didYouMean, type Refusal, type RefusalMap, toRefusal } from './refusal.ts';
export { age } from './relative-time.ts';
export { limitRefusal } from './run-limit.ts';
export { doEach } from './several.ts';
export { shortId } from './short-id.ts';
export { type Column, cut, displayWidth, plainLine, plainText, terminalText, textTable } from './text-table.ts';
export { tellMoment } from './told-time.ts';
export { typedFilters } from './typed-filters.ts';
