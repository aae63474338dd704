// The namespace of the class `Skills`, under the official SDK's names. Made out of schema/sdk_names.txt by `make
// generate`. It must not hold anything that runs.

import * as Codes from "../code_errors.js";
import * as R from "../resources.js";
import * as Resources from "../types/resources.js";

declare module "../resources.js" {
    namespace Skills {
        export import BetaDeletedSkill = Resources.DeletedSkill;
        export import BetaDeletedSkillVersion = Resources.DeletedSkillVersion;
        export import BetaSkill = Resources.Skill;
        export import BetaSkillSource = Resources.SkillSource;
        export import BetaSkillVersion = Resources.SkillVersion;
        export import BetaSkillVersionsPageCursor = Resources.SkillVersionsPageCursor;
        export import BetaSkillsPageCursor = Resources.SkillsPageCursor;
        export import DeletedSkill = Resources.DeletedSkill;
        export import DeletedSkillVersion = Resources.DeletedSkillVersion;
        export import Skill = Resources.Skill;
        export import SkillCreateParams = Resources.SkillCreateParams;
        export import SkillDeleteParams = Resources.SkillDeleteParams;
        export import SkillListParams = Resources.SkillListParams;
        export import SkillReadBlockedUndecryptableError = Codes.SkillReadBlockedUndecryptableError;
        export import SkillReadBlockedUndecryptableErrorDetails = Codes.SkillReadBlockedUndecryptableErrorDetails;
        export import SkillRetrieveParams = Resources.SkillRetrieveParams;
        export import SkillSource = Resources.SkillSource;
        export import SkillVersion = Resources.SkillVersion;
        export import SkillVersionsPageCursor = Resources.SkillVersionsPageCursor;
        export import SkillsPageCursor = Resources.SkillsPageCursor;
        export import VersionCreateParams = Resources.VersionCreateParams;
        export import VersionDeleteParams = Resources.VersionDeleteParams;
        export import VersionDownloadParams = Resources.VersionDownloadParams;
        export import VersionListParams = Resources.VersionListParams;
        export import VersionRetrieveParams = Resources.VersionRetrieveParams;
        export import Versions = R.SkillVersions;
    }
}
