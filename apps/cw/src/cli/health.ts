import { type CliAnswer, type CliRun, toldToPrograms } from '@cw/entry';
import { err, ok } from '@cw/kernel';
import { askServer } from '../health/ask-server.ts';
import { diskUse } from '../health/disk-use.ts';
import { gatherHealth } from '../health/gather-health.ts';
import type { HealthReport } from '../health/health-report.ts';
import { healthText } from './health-text.ts';

/** `cw health`: what the server tells of itself and the workspace, or what can be seen without one. */
export const health: CliRun = async (_input, context) => {
  const { workspace } = context;
  const asked = await askServer(workspace.home);
  if (asked.state === 'answers') return answer(asked.report, context.width);
  const server = asked.state === 'silent' ? asked : ({ state: 'none', url: null, pid: null } as const);
  const disk = () => diskUse(workspace.home);
  return answer(await gatherHealth({ workspace, server, disk }), context.width);
};

function answer(report: HealthReport, width: number): CliAnswer {
  const problems = report.concerns.filter(({ level }) => level === 'problem').length;
  const found = {
    data: { ...report, concerns: report.concerns.map(toldToPrograms) },
    ids: report.concerns.map(({ about }) => about),
    text: (style: Parameters<typeof healthText>[1]) => healthText(report, style, width),
  };
  if (report.well) return ok(found);
  return err({
    code: 'health.problems',
    message: problems === 1 ? 'Something is wrong.' : `${problems} problems found.`,
    hint: 'Each says what to do.',
    found,
  });
}
