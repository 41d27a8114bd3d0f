import { useI18n } from "~/i18n/i18n-context";
import { icon } from "~/ui/icons";

const FORMATS = {
  "mal-xml": "list.exportMal",
  json: "list.exportJson",
  csv: "list.exportCsv",
} as const;

export function DownloadLinks({
  label,
  url,
  formats,
}: {
  label: string;
  url: string;
  formats: readonly (keyof typeof FORMATS)[];
}) {
  const { t } = useI18n();
  return (
    <p className="flex flex-wrap items-center gap-x-5 text-sm text-ink-soft">
      <span className="inline-flex items-center gap-2">
        {icon("download")}
        {label}
      </span>
      {formats.map((format) => (
        <a
          key={format}
          href={`${url}${url.includes("?") ? "&" : "?"}format=${format}`}
          download
          className="inline-flex min-h-11 items-center underline decoration-rule-strong underline-offset-4 hover:text-accent-text"
        >
          {t(FORMATS[format])}
        </a>
      ))}
    </p>
  );
}
