import { useNavigate, useNavigation, href } from "react-router";
import { formParameters } from "~/features/listing/view/form-parameters";
import { readJoinState } from "~/features/listing/view/use-joined-pages";
import { withQuery } from "~/ui/with-query";

/** Opens what a form of filters chooses, and tells what is on the way. */
export function useFilterNavigation() {
  const navigate = useNavigate();
  const navigation = useNavigation();
  const nextLocation =
    navigation.state === "loading" && navigation.location.pathname === href("/browse")
      ? navigation.location
      : null;
  const isLoadingMore = readJoinState(nextLocation?.state) !== null;
  const isBusy = nextLocation !== null && !isLoadingMore;
  const apply = (form: HTMLFormElement): void => {
    const parameters = formParameters(new FormData(form)).toString();
    const to = withQuery(href("/browse"), parameters);
    // `useLocation` lags behind the browser's URL.
    const currentPath = window.location.pathname + window.location.search;
    const targetPath =
      navigation.location === undefined
        ? currentPath
        : navigation.location.pathname + navigation.location.search;
    // This is no transition, in which the form would show an arrived page after the next choice was
    // made.
    if (to !== targetPath)
      void navigate(to, {
        preventScrollReset: true,
        replace: to === currentPath,
        flushSync: true,
      });
  };
  return { apply, isLoadingMore, isBusy };
}
