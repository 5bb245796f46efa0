// A function in Go on AWS's runtime client. It greets, and shows on demand how a function can fail.
package main

import (
	"context"
	"fmt"
	"os"
	"time"

	"github.com/aws/aws-lambda-go/lambda"
	"github.com/aws/aws-lambda-go/lambdacontext"
)

type event struct {
	Name string `json:"name"`
	Do   string `json:"do"`
}

type answer struct {
	Greeting    string `json:"greeting"`
	Invocations int    `json:"invocations"`
	RequestID   string `json:"requestId"`
	Arn         string `json:"arn"`
	Function    string `json:"function"`
	RemainingMs int64  `json:"remainingMs"`
	Trace       string `json:"trace"`
	Tenant      string `json:"tenant"`
}

// One environment serves one request at a time.
var invocations int

func handle(ctx context.Context, e event) (answer, error) {
	invocations++
	fmt.Println("asked by", e.Name)
	switch e.Do {
	case "fail":
		return answer{}, fmt.Errorf("no pet %s", e.Name)
	case "panic":
		panic("no pet " + e.Name)
	case "exit":
		os.Exit(3)
	case "sleep":
		time.Sleep(time.Hour)
	}
	lc, _ := lambdacontext.FromContext(ctx)
	deadline, _ := ctx.Deadline()
	return answer{
		Greeting:    "Hello, " + e.Name,
		Invocations: invocations,
		RequestID:   lc.AwsRequestID,
		Arn:         lc.InvokedFunctionArn,
		Function:    lambdacontext.FunctionName + " " + lambdacontext.FunctionVersion,
		RemainingMs: time.Until(deadline).Milliseconds(),
		Trace:       os.Getenv("_X_AMZN_TRACE_ID"),
		Tenant:      lc.ClientContext.Custom["tenant"],
	}, nil
}

func main() {
	lambda.Start(handle)
}
