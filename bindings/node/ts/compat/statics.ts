// The classes that stand below each class, as the field's SDK has them. Made out of schema/sdk_names.txt by `make
// generate`.

/** By the class: names of exports; behind `=`, the export's, where it differs. */
export const STATICS: Readonly<Record<string, string>> = {
    Messages:
        "AvailableToolsLimitExceededError Batches CompactionBlockAmbiguousError CompactionBlockMisplacedError CompactionContentMismatchError CompactionIncompleteTurnError CompactionNothingToSummarizeError CompactionSignatureInvalidError CompactionTooManyToolReferencesError CompactionToolChangesMismatchError CompactionUnavailableError ImageDimensionsTooLargeError ThreadAlreadyContinuedError ThreadContinueInFlightError ThreadFingerprintMismatchError ThreadNotFoundError ThreadUnsupportedRequestError ToolNameConflictError ToolReferenceUnresolvedError",
    Files: "FileExpiredError FileNotDownloadableError StorageQuotaExceededError",
    Skills: "SkillReadBlockedUndecryptableError Versions=SkillVersions",
    Beta: "BetaOrganizationNotEnrolledInBetaError BetaRequestBodyTimeoutError BetaUnsupportedCharsetError Files Messages=BetaMessages Models Skills Webhooks",
    BetaMessages: "Batches BetaToolRunner ToolError",
};
