/** The text kept under a name in this browser, or undefined; storage may be blocked. */
export function readStored(name: string): string | undefined {
  try {
    return localStorage.getItem(name) ?? undefined;
  } catch {
    return undefined;
  }
}

export function writeStored(name: string, text: string): void {
  try {
    localStorage.setItem(name, text);
  } catch {
    // Blocked or full: the value lives as long as the page.
  }
}

export function removeStored(name: string): void {
  try {
    localStorage.removeItem(name);
  } catch {
    // Blocked: nothing was kept.
  }
}
