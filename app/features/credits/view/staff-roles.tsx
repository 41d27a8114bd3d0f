import { Link } from "react-router";
import { useI18n } from "~/i18n/i18n-context";
import type { CreditLink } from "./credit-path";

export interface StaffRole {
  role: string;
  people: readonly CreditLink[];
}

/** People by role. */
export function StaffRoles({ roles }: { roles: readonly StaffRole[] }) {
  const { label } = useI18n();
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-4 text-sm sm:gap-x-8 lg:grid-cols-3">
      {roles.map(({ role, people }) => (
        <div key={role} className="min-w-0">
          <dt className="text-ink-faint">{label("staffRole", role)}</dt>
          <dd className="mt-0.5">
            {people.map(({ id, path, name }, index) => (
              <span key={id}>
                {index > 0 ? ", " : ""}
                <Link
                  to={path}
                  lang={name.lang}
                  className="inline-block py-0.5 underline decoration-rule-strong underline-offset-4 hover:text-accent-text hover:decoration-current"
                >
                  {name.text}
                </Link>
              </span>
            ))}
          </dd>
        </div>
      ))}
    </dl>
  );
}
