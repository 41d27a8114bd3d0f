import { CopyButton } from "~/ui/forms/copy-button";

/** A secret that is shown once, below what it is. */
export function NewSecret({ label, secret }: { label: string; secret: string }) {
  return (
    <div role="status" className="mb-6 rounded-lg border border-rule-strong p-4">
      <p className="mb-2 text-sm font-medium">{label}</p>
      <p className="flex items-center gap-2">
        <code className="min-w-0 text-sm break-all">{secret}</code>
        <CopyButton text={secret} />
      </p>
    </div>
  );
}
