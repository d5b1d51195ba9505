/**
 * Headers of every answer.
 * @param host the Host the request came with, already checked: some browsers do not count websockets as `'self'`
 * @param dev the dev server writes inline scripts and styles into the page; nothing else is looser with it
 */
export function securityHeaders(host: string, dev: boolean): Readonly<Record<string, string>> {
  const inline = dev ? " 'unsafe-inline'" : '';
  const policy = [
    "default-src 'self'",
    `script-src 'self'${inline}`,
    `style-src 'self'${inline}`,
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src 'self' ws://${host}`,
    "worker-src 'self' blob:",
    "object-src 'none'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'self'",
  ];
  return {
    'content-security-policy': policy.join('; '),
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=()',
  };
}
