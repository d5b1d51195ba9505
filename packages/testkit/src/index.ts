// What tests need from outside the rooms: a model endpoint whose answers they write, the real Claude Code program,
// temporary directories and repositories, conditions, and fixed time and ids. Never imported by the product, and
// knows no room but the kernel: builders of a room's own things live in that room.
export { type ClaudeEnvOptions, claudeEnv, claudeProgram, modelEnv } from './claude.ts';
export { countingIds, type FixedClock, fixedClock } from './fixed.ts';
export { endProcesses, leakCheck, type MarkedProcess, processesCarrying } from './leak-check.ts';
export {
  type Answer,
  type Block,
  cutOff,
  drop,
  type Hang,
  hang,
  type Message,
  type Refusal,
  raw,
  result,
  status,
  type Tokens,
  text,
  thinking,
  tool,
  usageLimit,
  withTokens,
} from './model/answer.ts';
export type { Entry, ModelRequest, ToolResult } from './model/request.ts';
export { type Gate, gate, type Pause, pauseUntil, type Script, type Step, scenario } from './model/script.ts';
export { type Match, type ScriptedModel, startScriptedModel } from './model/scripted-model.ts';
export { type TempDir, type TempHome, tempDir, tempHome } from './temp-dir.ts';
export { type Files, gitEnv, type TempRepo, tempRepo } from './temp-repo.ts';
export { type WaitOptions, waitFor } from './wait-for.ts';
