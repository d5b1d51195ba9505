/**
 * Where the focus belongs when what opens now is closed: at the control that has it, or, from an item of a menu, which is
 * about to be gone, at the button of that menu.
 */
export function openedFrom(): HTMLElement | undefined {
  let at: Element | null = document.activeElement;
  for (let menu = at?.closest('[role="menu"]'); menu; menu = at?.closest('[role="menu"]')) {
    at = document.getElementById(menu.getAttribute('aria-labelledby') ?? '');
  }
  return at instanceof HTMLElement && at !== document.body ? at : undefined;
}
