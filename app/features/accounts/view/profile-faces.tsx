import { useEffect, useRef } from "react";
import { Lock } from "lucide-react";
import { href, Link } from "react-router";
import type { ProfileFace } from "~/features/accounts/household/list-profiles.server";
import { useI18n } from "~/i18n/i18n-context";
import { withReturnTo } from "~/ui/with-return-to";
import { Avatar } from "./avatar";

const FACE =
  "flex w-32 flex-col items-center gap-3 rounded-xl p-3 text-center text-ink-soft hover:bg-raised hover:text-ink md:w-40 aria-[current=true]:text-ink";

interface ProfileFacesProps {
  profiles: readonly ProfileFace[];
  /** The id of the profile that is watching; null until one is chosen. */
  current: string | null;
  /** The path to open as the chosen profile. */
  returnTo: string;
}

/** The profiles of a household in large targets, between which the arrow keys move. */
export function ProfileFaces({ profiles, current, returnTo }: ProfileFacesProps) {
  const list = useRef<HTMLUListElement>(null);
  // On the document, since a remote control has no key that leads to the first face.
  useEffect(() => {
    const move = (event: KeyboardEvent) => {
      if (list.current !== null) moveFocus(event, list.current);
    };
    document.addEventListener("keydown", move);
    return () => document.removeEventListener("keydown", move);
  }, []);
  return (
    <ul ref={list} className="flex flex-wrap justify-center gap-x-2 gap-y-4 md:gap-x-6">
      {profiles.map((profile, index) => (
        <li key={profile.id}>
          <Face
            profile={profile}
            isCurrent={profile.id === current}
            isFirst={current === null && index === 0}
            returnTo={returnTo}
          />
        </li>
      ))}
    </ul>
  );
}

interface FaceProps {
  profile: ProfileFace;
  isCurrent: boolean;
  /** Whether the page opens with the focus on it, as it does on the current one. */
  isFirst: boolean;
  returnTo: string;
}

function Face({ profile, isCurrent, isFirst, returnTo }: FaceProps) {
  const { t } = useI18n();
  const { id, name, avatarUrl, hasPin } = profile;
  const content = (
    <>
      <Avatar name={name} url={avatarUrl} size={96} />
      <span className="line-clamp-2 w-full text-base font-medium wrap-anywhere">{name}</span>
      <span className="min-h-5 text-xs text-ink-faint">
        {isCurrent ? (
          t("profiles.current")
        ) : hasPin ? (
          <span className="inline-flex items-center gap-1">
            <Lock aria-hidden className="size-3.5" />
            {t("profiles.pin")}
          </span>
        ) : null}
      </span>
    </>
  );
  if (isCurrent)
    return (
      <Link to={returnTo} reloadDocument aria-current="true" autoFocus className={FACE}>
        {content}
      </Link>
    );
  if (hasPin)
    return (
      <Link
        to={withReturnTo(href("/profiles"), returnTo, { profile: id })}
        autoFocus={isFirst}
        className={FACE}
      >
        {content}
      </Link>
    );
  // A document, since everything on the page is another user's afterwards.
  return (
    <form method="post" action={withReturnTo(href("/profiles"), returnTo)}>
      <button type="submit" name="id" value={id} autoFocus={isFirst} className={FACE}>
        {content}
      </button>
    </form>
  );
}

const DIRECTIONS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/**
 * Moves the focus to the nearest face in the direction of an arrow key: the first face, unless one
 * has the focus or something else on the page does.
 */
function moveFocus(event: KeyboardEvent, list: HTMLElement): void {
  const direction = DIRECTIONS[event.key];
  const { activeElement: focused } = document;
  if (direction === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
  const faces = [...list.querySelectorAll<HTMLElement>("a, button")];
  const isOnFace = focused !== null && list.contains(focused);
  if (!isOnFace && focused?.matches("a, button, input, select, textarea") === true) return;
  const next = isOnFace ? nearestFace(focused, faces, direction) : faces[0];
  if (next === undefined) return;
  event.preventDefault();
  next.focus();
}

function nearestFace(
  focused: Element,
  faces: readonly HTMLElement[],
  [right, down]: readonly [number, number],
): HTMLElement | undefined {
  const from = centerOf(focused);
  const ahead = faces.flatMap((face) => {
    const to = centerOf(face);
    const [dx, dy] = [to.x - from.x, to.y - from.y];
    const along = dx * right + dy * down;
    const aside = Math.abs(dx * down) + Math.abs(dy * right);
    return along > 1 && along >= aside / 2 ? [{ face, distance: along + 2 * aside }] : [];
  });
  return ahead.sort((one, other) => one.distance - other.distance)[0]?.face;
}

function centerOf(element: Element): { x: number; y: number } {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2 };
}
