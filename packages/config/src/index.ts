// Layered, typed settings: workspace, project, initiative, task; the most special layer that sets a value wins, and
// each value tells where it comes from. Modules describe their own keys; this room refuses to know what they mean,
// and refuses a value its key does not accept.
export type { SetSettingInput } from './commands/set-setting.ts';
export { type ConfigModule, configWithin, createConfigModule } from './config.module.ts';
export { configRefusals } from './entry/refusals.ts';
export {
  type ConfigKey,
  choiceKey,
  numberKey,
  type Scope,
  textKey,
  wordsKey,
} from './model/config-key.ts';
export {
  isSetAnywhere,
  readSetting,
  type ScopeIds,
  type Setting,
  type SettingView,
  settingReader,
} from './queries/read-setting.ts';
export { configRefreshes } from './refreshes.ts';
