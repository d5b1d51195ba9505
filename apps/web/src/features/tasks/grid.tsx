import type { MouseEventHandler, ReactNode } from 'react';

type GridRowProps = {
  readonly index: number;
  readonly children: ReactNode;
  readonly className: string;
  readonly label?: string | undefined;
  readonly selected?: boolean | undefined;
  readonly onClick?: MouseEventHandler<HTMLDivElement> | undefined;
  readonly onContextMenu?: MouseEventHandler<HTMLDivElement> | undefined;
};

/** A row of a list of which only the rows in sight are drawn: it is placed by itself, which a table row cannot be. */
export function GridRow({ index, children, className, label, selected, onClick, onContextMenu }: GridRowProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Enter and X act on the active row for the whole list
    // biome-ignore lint/a11y/useSemanticElements: a table row cannot be placed by itself
    <div
      role="row"
      tabIndex={-1}
      aria-rowindex={index + 1}
      aria-label={label}
      aria-selected={selected}
      onClick={onClick}
      onContextMenu={onContextMenu}
      className={className}
    >
      {children}
    </div>
  );
}

type GridCellProps = {
  readonly children: ReactNode;
  readonly className?: string | undefined;
  readonly title?: string | undefined;
};

export function GridCell({ children, className, title }: GridCellProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a table cell needs a table row around it
    // biome-ignore lint/a11y/useFocusableInteractive: the list moves by rows, and controls in a cell take the focus themselves
    <span role="gridcell" title={title} className={className}>
      {children}
    </span>
  );
}
