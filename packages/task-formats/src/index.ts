// A task as any tracker knows it (record/), with what each of its fields may hold, and the formats that records are read
// from and written to: our JSON, beads, GitHub, Task Master, CSV, and plans in markdown and JSON.
// Bytes and texts come in, records and texts go out. It refuses to know a database, a path or a door, and to decide what
// becomes of a task that was read.
export { readDangling } from './beads/beads-links.ts';
export { isElsewhere } from './beads/beads-words.ts';
export { type ForeignId, foreignId, looksLikeId } from './github/foreign-id.ts';
export { draftsInJson } from './json/json-drafts.ts';
export { parseMarkdownPlan } from './markdown/markdown-plan.ts';
export type { ByteSource } from './reading/byte-source.ts';
export { type Fields, isFields, textsOrNone, wordOrNone } from './reading/fields.ts';
export { type ReadingNotes, readingSentences } from './reading/notes.ts';
export {
  type BadRow,
  FileChanged,
  type FileFailure,
  type FileRow,
  type LeftOut,
  readTaskFile,
  recordsOf,
  type TaskFile,
} from './reading/read-file.ts';
export { checkAddress, guessedKind } from './record/artifact-kind.ts';
export {
  type Detail,
  type DetailKind,
  type DetailName,
  type DetailOf,
  type Details,
  type DetailWord,
  details,
  detailsOf,
  type SaidDetails,
  type SaidKinds,
} from './record/details.ts';
export { emptyDetails, recordedDetails } from './record/empty-details.ts';
export { parseEstimate } from './record/estimate.ts';
export type { ChoiceFailure, FieldFailure, TextField } from './record/field-failure.ts';
export { type ReadFormat, readFormats, writeFormats } from './record/file-formats.ts';
export { type ImportReason, importedWords, sayImportReason } from './record/import-reason.ts';
export { InexactNumber, parseJsonText } from './record/json-text.ts';
export { deepestJson, deepestMetadata, isNestedWithin } from './record/nesting.ts';
export { parseDetail, parseDetailList } from './record/parse-detail.ts';
export type {
  PartialCheckpoint,
  PartialComment,
  PartialLink,
  PartialPlan,
  PartialRecord,
} from './record/partial-record.ts';
export { type PlanContent, type PlanWords, parsePaths, planText, writtenPlan } from './record/plan.ts';
export type { NeededTask, TaskDraft } from './record/task-draft.ts';
export type {
  RecordComment,
  RecordDependency,
  RecordPlan,
  TaskFields,
  TaskRecord,
  TaskRef,
} from './record/task-record.ts';
export {
  decodeFile,
  decodeText,
  isBlank,
  longestTitle,
  parseLabels,
  parseLine,
  parseName,
  parsePriority,
  parseSaidText,
  parseText,
  parseTitle,
  parseType,
  parseWord,
} from './record/task-text.ts';
export {
  type Artifact,
  type DependencyType,
  defaultPriority,
  defaultType,
  dependencyTypes,
  type Metadata,
  type Priority,
  priorities,
  type TaskOutcome,
  type TaskSize,
  type TaskStatus,
  taskOutcomes,
  taskSizes,
  taskStatuses,
  type WaitGate,
  waitGates,
} from './record/task-words.ts';
export { formatOfEnding, writeRecords } from './writing/write-records.ts';
