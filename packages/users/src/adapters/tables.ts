import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

export const users = sqliteTable('users', {
  n: integer('n').primaryKey(),
  id: text('id').notNull().unique(),
  name: text('name').notNull(),
  createdAt: integer('created_at').notNull(),
});
