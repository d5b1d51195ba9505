import { type RefObject, useEffect, useRef } from 'react';

/** Gives the focus back to the control that a form took the place of, unless it went elsewhere when the form closed. */
export function useReturnFocus(open: boolean): RefObject<HTMLButtonElement | null> {
  const control = useRef<HTMLButtonElement>(null);
  const was = useRef(open);
  useEffect(() => {
    if (was.current && !open && document.activeElement === document.body) control.current?.focus();
    was.current = open;
  }, [open]);
  return control;
}
