import ts from 'typescript';

export type WrittenStep = {
  readonly line: number;
  readonly command: string;
  /** What stands behind the command; a value that is only known when it runs as undefined. */
  readonly args: readonly (string | undefined)[];
};

/** The next steps that a source file writes: calls of `step(say, command, ...args)`. @throws Error for one that cannot be read */
export function stepsIn(text: string, file = 'source.ts'): readonly WrittenStep[] {
  const source = parse(text, file);
  if (!/import [^;]*\bstep\b[^;]* from '@cw\/kernel'/.test(text)) return [];
  return nodesOf(source)
    .filter(isStep)
    .flatMap((call) => {
      const [, command, ...args] = call.arguments;
      const line = source.getLineAndCharacterOfPosition(call.getStart()).line + 1;
      const names = command === undefined ? [] : wordsIn(command);
      if (names.length === 0 || args.some(ts.isSpreadElement)) {
        throw new Error(`${file}:${line}: a step names its command and each of its arguments where it is made`);
      }
      return names.map((name) => ({ line, command: name, args: args.map(literal) }));
    });
}

/** Sentences of a source file that name a command of `cw`, which only a step does. @param isCommand of the word after `cw` */
export function commandsInSentences(
  text: string,
  isCommand: (word: string) => boolean,
  file = 'source.ts',
): readonly string[] {
  const source = parse(text, file);
  return nodesOf(source)
    .filter(
      (node) => ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node),
    )
    .filter(({ text: words }) =>
      [...words.matchAll(/(?<![\w-])cw (-{0,2}[a-z][a-z-]*)/g)].some(([, word = '']) => isCommand(word)),
    )
    .map(
      (node) => `${file}:${source.getLineAndCharacterOfPosition(node.getStart()).line + 1}: ${node.text.slice(0, 100)}`,
    );
}

function parse(text: string, file: string): ts.SourceFile {
  return ts.createSourceFile(
    file,
    text,
    ts.ScriptTarget.Latest,
    true,
    file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS,
  );
}

function isStep(node: ts.Node): node is ts.CallExpression {
  return ts.isCallExpression(node) && ts.isIdentifier(node.expression) && node.expression.text === 'step';
}

/** Both ways of a choice. */
function wordsIn(node: ts.Expression): readonly string[] {
  if (ts.isConditionalExpression(node)) return [...wordsIn(node.whenTrue), ...wordsIn(node.whenFalse)];
  return ts.isStringLiteralLike(node) ? [node.text] : [];
}

function literal(node: ts.Expression): string | undefined {
  return ts.isStringLiteralLike(node) ? node.text : undefined;
}

function nodesOf(root: ts.Node): readonly ts.Node[] {
  const nodes: ts.Node[] = [];
  const visit = (node: ts.Node): void => {
    nodes.push(node);
    ts.forEachChild(node, visit);
  };
  visit(root);
  return nodes;
}
