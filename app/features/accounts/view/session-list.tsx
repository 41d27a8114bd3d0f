import { Form } from "react-router";
import { Button } from "~/ui/button";

/** A session as the page shows it. */
export interface SessionRow {
  key: string;
  device: string;
  address: string;
  isCurrent: boolean;
  /** ISO 8601. */
  lastUsedAt: string;
}

const MOMENT = new Intl.DateTimeFormat("en", { dateStyle: "medium", timeStyle: "short", timeZone: "UTC" });

/** Where a person is signed in, with a way to end each session and all others at once. */
export function SessionList({ sessions }: { sessions: readonly SessionRow[] }) {
  return (
    <>
      <ul className="divide-y divide-rule border-y border-rule">
        {sessions.map(({ key, device, address, isCurrent, lastUsedAt }) => (
          <li key={key} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 py-3">
            <div className="min-w-0">
              <p className="text-sm font-medium">
                {device}
                {isCurrent ? <span className="ml-2 text-xs font-normal text-accent-text">this one</span> : null}
              </p>
              <p className="text-xs text-ink-faint">
                {address} · last used <time dateTime={lastUsedAt}>{MOMENT.format(new Date(lastUsedAt))} UTC</time>
              </p>
            </div>
            <Form method="post" preventScrollReset>
              <input type="hidden" name="key" value={key} />
              <Button type="submit" name="intent" value="revoke" weight="bare" aria-label={isCurrent ? "End this session" : `End the session of ${device}`}>
                End
              </Button>
            </Form>
          </li>
        ))}
      </ul>
      {sessions.length < 2 ? null : (
        <Form method="post" preventScrollReset className="mt-4">
          <Button type="submit" name="intent" value="revoke-others">
            Sign out everywhere else
          </Button>
        </Form>
      )}
    </>
  );
}
