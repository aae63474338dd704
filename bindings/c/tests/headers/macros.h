/* Words that the headers of window systems and other libraries define as macros. A header of a library is included
 * behind them in programs that its authors never see, and each of them turns a name into a number or an expression
 * there. */

/* X11/X.h, Xlib.h, Xutil.h. */
#define None 0L
#define Bool int
#define True 1
#define False 0
#define Status int
#define Success 0
#define BadRequest 1
#define BadValue 2
#define BadWindow 3
#define BadMatch 8
#define BadAccess 10
#define BadAlloc 11
#define BadName 15
#define BadLength 16
#define Always 2
#define NotUseful 0
#define WhenMapped 1
#define Above 0
#define Below 1
#define Complex 0
#define Convex 2
#define Nonconvex 1
#define Unsorted 0
#define YSorted 1
#define KeyPress 2
#define KeyRelease 3
#define ButtonPress 4
#define FocusIn 9
#define FocusOut 10
#define Expose 12
#define CursorShape 0
#define TileShape 1
#define AllTemporary 0L
#define AnyKey 0L
#define ParentRelative 1L
#define CopyFromParent 0L
#define CurrentTime 0L
#define NoSymbol 0L
#define Button1 1
#define ControlMask 4
#define GrabSuccess 0
#define InputOutput 1
#define InputOnly 2
#define Opposite 4
#define QueuedAlready 0
#define LineSolid 0
#define DirectColor 5

/* windows.h, and what it includes. */
#define min(a, b) (((a) < (b)) ? (a) : (b))
#define max(a, b) (((a) > (b)) ? (a) : (b))
#define small char
#define near
#define far
#define interface struct
#define IN
#define OUT
#define OPTIONAL
#define ERROR 0
#define NO_ERROR 0L
#define DELETE (0x00010000L)
#define TRUE 1
#define FALSE 0
#define CONST const
#define VOID void
#define STRICT 1
#define IGNORE 0
#define INFINITE 0xFFFFFFFF
#define GetMessage GetMessageW
#define SendMessage SendMessageW
#define PostMessage PostMessageW
#define DispatchMessage DispatchMessageW
#define CreateEvent CreateEventW
#define CreateFile CreateFileW
#define DeleteFile DeleteFileW
#define GetObject GetObjectW
#define GetUserName GetUserNameW
#define LoadString LoadStringW
#define Yield()

/* Loggers, Cocoa, the kernel's headers. */
#define DEBUG 1
#define INFO 1
#define WARNING 2
#define Nil nullptr
#define YES 1
#define NO 0
#define linux 1
#define unix 1
