import { sql } from 'drizzle-orm';
import { integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';

/** Logins of agent programs. Values of `envKeys` are in the account's own file, never here. */
export const accounts = sqliteTable(
  'accounts',
  {
    n: integer('n').primaryKey(),
    id: text('id').notNull().unique(),
    name: text('name').notNull(),
    provider: text('provider').notNull(),
    configDir: text('config_dir'),
    envKeys: text('env_keys').notNull(),
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
    deletedAt: integer('deleted_at'),
  },
  (table) => [uniqueIndex('accounts_name').on(table.name).where(sql`deleted_at is null`)],
);
