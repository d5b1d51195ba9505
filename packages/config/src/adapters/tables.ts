import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** Settings of every layer; `scopeId` is empty for the workspace. */
export const settings = sqliteTable(
  'settings',
  {
    scope: text('scope').notNull(),
    scopeId: text('scope_id').notNull(),
    key: text('key').notNull(),
    value: text('value').notNull(),
    updatedAt: integer('updated_at').notNull(),
    updatedBy: text('updated_by').notNull(),
  },
  (table) => [primaryKey({ columns: [table.scope, table.scopeId, table.key] })],
);
