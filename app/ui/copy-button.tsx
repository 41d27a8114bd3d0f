import { Check, Copy } from "lucide-react";
import { useState } from "react";

/** Puts a text on the clipboard and says so. Needs scripts, and is not seen without them. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const [copied, setCopied] = useState(false);
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
  };
  const Icon = copied ? Check : Copy;
  return (
    <button
      type="button"
      onClick={() => void copy().catch(() => setCopied(false))}
      onBlur={() => setCopied(false)}
      aria-label={copied ? "Copied" : label}
      className="needs-js -my-2 inline-flex size-11 shrink-0 items-center justify-center text-ink-faint hover:text-ink md:size-8"
    >
      <Icon aria-hidden className="size-3.5" />
    </button>
  );
}
