/** Number of migrations in `drizzle/` that this program knows; a test holds it against the folder. */
export const schemaVersion = 12;
