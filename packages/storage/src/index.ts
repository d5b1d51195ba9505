// Opens SQLite, brings it up to date, runs write transactions one at a time, and keeps the event log that is history,
// bus and resume point in one. It knows no module and none of their tables; it refuses writes outside a transaction
// and databases made by a newer program.
export { checkBackup, writeBackup } from './adapters/backup-file.ts';
export { checkEventLog, checkIntegrity, checkMigrations, checkTexts, putBackBackup } from './adapters/check-storage.ts';
export { writeRefusal } from './adapters/disk-faults.ts';
export { almostFull, freeBytes } from './adapters/disk-room.ts';
export {
  type DispatcherHolder,
  type DispatcherLock,
  dispatcherLockPath,
  findDispatcher,
  keepFromDispatching,
  LockLost,
  takeDispatcherLock,
  whileHeld,
} from './adapters/dispatcher-lock.ts';
export { lastSeq, readEvents, readHistory, readLatest, readStoredHistory } from './adapters/event-log.ts';
export { sha256Of } from './adapters/file-hash.ts';
export { ifLockFree, withFileLock } from './adapters/file-lock.ts';
export { faultBehind, glanceAt, requireWhole } from './adapters/glance.ts';
export { backupsBeside } from './adapters/good-backup.ts';
export { type Inspected, inspectDatabase } from './adapters/inspection.ts';
export { lostDatabase } from './adapters/lost-database.ts';
export { type BackupManifest, readManifest } from './adapters/manifest.ts';
export { type Migration, type MigrationSource, migrationHash, migrationsIn } from './adapters/migrator.ts';
export { canBeRead, holdWrites, keepBroken, restoreDatabase } from './adapters/restore-database.ts';
export { suspendedWriter } from './adapters/sqlite-faults.ts';
export { TransactionOutlived } from './adapters/sqlite-transact.ts';
export { unreadableDatabase } from './adapters/unreadable-database.ts';
export { boundTo, commandsOver, rehearsing, type StoreTransact } from './commands.ts';
export { sqliteCode, useAddon } from './driver.ts';
export { type EventWriter, eventWriter, hearingEvents } from './event-writer.ts';
export { findByStart, type NotOne } from './find-by-start.ts';
export {
  actorWords,
  countEvents,
  type EventFilter,
  eventTypes,
  findActor,
  findEntity,
  findEvents,
  findFirstEvents,
  followFound,
} from './find-events.ts';
export { findByStartOrTask } from './find-of-task.ts';
export { followEvents } from './follow-events.ts';
export { idWords, idWordsOfEach, type WordsAmong } from './id-words.ts';
export { makeFolder } from './make-folder.ts';
export { namesIn } from './names-in.ts';
export type { Check, Repair, Scene } from './ports/check.ts';
export type { EventBus } from './ports/event-bus.ts';
export type { Reaction } from './ports/reaction.ts';
export type { ReadDb, SqlParams, SqlValue } from './ports/read-db.ts';
export type { Transact, Tx } from './ports/tx.ts';
export { type PageAsk, readPage } from './read-page.ts';
export { sandboxFolder, sandboxMark } from './sandbox-mark.ts';
export { schemaVersion } from './schema-version.ts';
export { openEmptyStorage, openStorage, type Storage, type StorageOptions, systemClock } from './storage.ts';
export { listParked, type ParkedSubscriber, runSubscribers, type Subscriber } from './subscribers.ts';
export { watchPath } from './watch-path.ts';
