/** Words that begin a fragment, whose sense depends on what it stands beside. */
const FRAGMENT =
  /^[\s*]*(Of|To|By|From|Which|Whose|With|Null|Then|Else|Otherwise|Those|They|And|Or|Such|As|For|Like)\b/;

/** Reports comments that begin like a fragment instead of a sentence that can be read alone. */
export const wholeSentences = {
  meta: {
    type: "suggestion",
    schema: [],
    messages: {
      fragment:
        "Write a whole sentence that can be read alone: a comment does not begin with “{{word}}”.",
    },
  },
  create(context) {
    return {
      Program() {
        const comments = context.sourceCode.getAllComments();
        for (const [index, comment] of comments.entries()) {
          const word = FRAGMENT.exec(comment.value)?.[1];
          if (word !== undefined && !continues(comments[index - 1], comment))
            context.report({ loc: comment.loc, messageId: "fragment", data: { word } });
        }
      },
    };
  },
};

/** Consecutive lines of `//` are one comment. */
function continues(before, comment) {
  return (
    before?.type === "Line" &&
    comment.type === "Line" &&
    before.loc.end.line === comment.loc.start.line - 1 &&
    before.loc.start.column === comment.loc.start.column
  );
}

/** ESLint's form of a plugin, which the linter loads. */
export default { meta: { name: "akari" }, rules: { "whole-sentences": wholeSentences } };
