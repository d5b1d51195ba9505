import type { DetailKind, SaidKinds } from '@cw/task-formats';
import { type DetailField, detailFields } from '../model/task-fields.ts';

type Makers = { readonly [Kind in DetailKind]?: (row: DetailField) => unknown };
type MadeBy<Make> = Make extends (row: DetailField) => infer Made ? Made : never;
type Shape<By extends Makers> = {
  readonly [Said in keyof SaidKinds as SaidKinds[Said] extends keyof By ? Said : never]: MadeBy<
    By[SaidKinds[Said] & keyof By]
  >;
};

/** For each detail what is made of its kind, under the name by which programs say it; kinds of which nothing is made are left out. */
export function detailShape<By extends Makers>(makers: By): Shape<By> {
  return Object.fromEntries(
    detailFields().flatMap((row) => {
      const make = makers[row.kind];
      return make ? [[row.said, make(row)]] : [];
    }),
  ) as Shape<By>;
}
