import { sql } from 'drizzle-orm';
import { integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';

export const projects = sqliteTable(
  'projects',
  {
    n: integer('n').primaryKey(),
    id: text('id').notNull().unique(),
    name: text('name').notNull(),
    source: text('source').notNull(),
    sourceKind: text('source_kind').notNull(),
    defaultBranch: text('default_branch').notNull(),
    integrationBranch: text('integration_branch').notNull(),
    goal: text('goal'),
    /** JSON array of text. */
    constraints: text('constraints').notNull(),
    contextFile: text('context_file'),
    /** JSON array of command lines. */
    checks: text('checks').notNull(),
    /** Seconds. */
    checkTimeout: integer('check_timeout').notNull(),
    setupCommand: text('setup_command'),
    dispatch: text('dispatch').notNull(),
    mergeStyle: text('merge_style').notNull(),
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
    revision: integer('revision').notNull(),
    deletedAt: integer('deleted_at'),
  },
  (table) => [
    uniqueIndex('projects_name').on(table.name).where(sql`deleted_at is null`),
    uniqueIndex('projects_source').on(table.source).where(sql`deleted_at is null`),
  ],
);
