/** `output` is that of `npm audit --json` and includes warnings. */
export function auditVerdict(output, code) {
  const report = parse(output);
  const counts = report?.metadata?.vulnerabilities;
  if (counts) {
    if (counts.total === 0)
      return { ok: true, message: "No known vulnerabilities in production dependencies." };
    const names = Object.values(report.vulnerabilities ?? {}).map(
      ({ name, severity }) => `  ${severity}: ${name}`,
    );
    return {
      ok: false,
      message: [
        `Known vulnerabilities in ${counts.total} packages (see npm audit --omit=dev):`,
        ...names,
      ].join("\n"),
    };
  }
  const unavailable =
    report?.statusCode >= 400 ||
    /audit endpoint returned an error|ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT/.test(output);
  if (unavailable)
    return {
      ok: true,
      message:
        "Warning: the registry does not support audit requests, so vulnerabilities were not checked.",
    };
  return { ok: false, message: `npm audit failed (exit code ${code}):\n${output.slice(-2000)}` };
}

function parse(output) {
  const begin = output.search(/^\{/m);
  const end = output.lastIndexOf("\n}");
  try {
    return JSON.parse(output.slice(begin, end + 2));
  } catch {
    return null;
  }
}
