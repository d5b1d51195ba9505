import { Footprints } from '@cw/ui/icons';

/** The mark of Codewalkers, 20 px. */
export function LogoMark() {
  return (
    <span
      aria-hidden="true"
      className="inline-flex size-5 shrink-0 items-center justify-center rounded-[5px] bg-fg text-bg [&_svg]:size-3"
    >
      <Footprints />
    </span>
  );
}
