import { defineConfig } from 'drizzle-kit';

export default defineConfig({
  dialect: 'sqlite',
  schema: './packages/*/src/adapters/tables.ts',
  out: './drizzle',
});
