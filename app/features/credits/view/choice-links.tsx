import { Link } from "react-router";
import { classNames } from "~/ui/class-names";

interface ChoiceLinksProps {
  label: string;
  choices: readonly { key: string; to: string; text: string; isCurrent: boolean }[];
}

/** Filters as links. Nothing where there is no choice. */
export function ChoiceLinks({ label, choices }: ChoiceLinksProps) {
  if (choices.length < 2) return null;
  return (
    <nav aria-label={label}>
      <ul className="flex flex-wrap gap-2">
        {choices.map(({ key, to, text, isCurrent }) => (
          <li key={key}>
            <Link
              to={to}
              replace
              preventScrollReset
              aria-current={isCurrent ? "true" : undefined}
              className={classNames(
                "inline-flex min-h-11 items-center rounded-md border px-3 text-sm transition-colors md:min-h-9",
                isCurrent
                  ? "border-ink text-ink"
                  : "border-rule-strong text-ink-soft hover:border-ink hover:text-ink",
              )}
            >
              {text}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
