/** `output` is that of `npm audit --json` and includes warnings. */
export function auditVerdict(output, code) {
  const report = parse(output);
  const counts = report?.metadata?.vulnerabilities;
  if (counts) {
    if (counts.total === 0)
      return { ok: true, message: "No known vulnerabilities in what is shipped." };
    const names = Object.values(report.vulnerabilities ?? {}).map(
      ({ name, severity }) => `  ${severity}: ${name}`,
    );
    return {
      ok: false,
      message: [
        `Known vulnerabilities in ${counts.total} packages (npm audit --omit=dev says more):`,
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
        "Warning: the registry does not answer audit requests, so vulnerabilities were not checked.",
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
