import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';

/** What waits for a person, and what came of it. */
export const inboxItems = sqliteTable(
  'inbox_items',
  {
    n: integer('n').primaryKey(),
    id: text('id').notNull().unique(),
    kind: text('kind').notNull(),
    /** What it is about: `task:<id>`, `run:<id>`, `ask:<id of the call>`, `account:<id>`; one open item each. */
    subject: text('subject').notNull(),
    projectId: text('project_id'),
    taskId: text('task_id'),
    runId: text('run_id'),
    title: text('title').notNull(),
    text: text('text').notNull().default(''),
    /** JSON object of its kind's own: tool, input, place. */
    details: text('details').notNull().default('{}'),
    /** JSON array of `Choice`. */
    choices: text('choices').notNull(),
    state: text('state').notNull(),
    /** JSON of `ItemAnswer`. */
    answer: text('answer'),
    answeredBy: text('answered_by'),
    /** Through which door. */
    answeredVia: text('answered_via'),
    createdAt: integer('created_at').notNull(),
    /** When it is answered by itself, with no. */
    expiresAt: integer('expires_at'),
    endedAt: integer('ended_at'),
    /** When what waited for the answer took it. */
    deliveredAt: integer('delivered_at'),
  },
  (table) => [
    uniqueIndex('inbox_items_open').on(table.subject).where(sql`state = 'open'`),
    index('inbox_items_subject').on(table.subject, table.state),
    index('inbox_items_task').on(table.taskId, table.n),
    index('inbox_items_run').on(table.runId, table.n),
    index('inbox_items_expiry').on(table.expiresAt).where(sql`state = 'open' and expires_at is not null`),
  ],
);

/** What agents of a project may do without asking, as a person decided once. */
export const permissionRules = sqliteTable(
  'permission_rules',
  {
    n: integer('n').primaryKey(),
    id: text('id').notNull().unique(),
    /** Null: every project. */
    projectId: text('project_id'),
    tool: text('tool').notNull(),
    /** What its input has to be; `*` stands for anything. Null: whatever it is. */
    pattern: text('pattern'),
    /** The item whose answer made it. */
    itemId: text('item_id'),
    createdBy: text('created_by').notNull(),
    createdAt: integer('created_at').notNull(),
    removedAt: integer('removed_at'),
  },
  (table) => [index('permission_rules_project').on(table.projectId)],
);

/** What people, agents and runs write to each other. */
export const messages = sqliteTable(
  'messages',
  {
    n: integer('n').primaryKey(),
    id: text('id').notNull().unique(),
    /** Id of the message that began the thread. */
    threadId: text('thread_id').notNull(),
    /** `person`, `agent` or `run`. */
    senderKind: text('sender_kind').notNull(),
    senderId: text('sender_id').notNull(),
    senderName: text('sender_name').notNull(),
    /** `person`, `agent`, `run` or `role`. */
    recipientKind: text('recipient_kind').notNull(),
    recipientId: text('recipient_id').notNull(),
    taskId: text('task_id'),
    /** 0 to 3, as tasks have it. */
    priority: integer('priority').notNull(),
    text: text('text').notNull(),
    createdAt: integer('created_at').notNull(),
    expiresAt: integer('expires_at'),
    readAt: integer('read_at'),
    /** When a running agent is known to have it. */
    deliveredAt: integer('delivered_at'),
  },
  (table) => [
    index('messages_recipient').on(table.recipientKind, table.recipientId, table.n),
    index('messages_thread').on(table.threadId, table.n),
    index('messages_task').on(table.taskId, table.n),
  ],
);
