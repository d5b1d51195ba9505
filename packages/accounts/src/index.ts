// Logins of agent programs: a name, the program's own configuration directory, variables for its agents. Secret values
// are in a file of mode 0600 per account and nowhere else; this room refuses to show them and never touches the
// program's own credentials.
export { type AccountsModule, createAccountsModule } from './accounts.module.ts';
export { accountSecrets } from './adapters/home-secret-files.ts';
export type { AccountProgram } from './model/account-program.ts';
export type { AccountView } from './model/account-view.ts';
export { accountWords } from './queries/account-words.ts';
export { findAccount, listAccounts } from './queries/list-accounts.ts';
export { accountRefreshes } from './refreshes.ts';
